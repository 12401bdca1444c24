import type { AskRequest, HostFault } from "../host/host-protocol.js";

type Question = Pick<AskRequest, "question" | "context">;

/** Question and context together. */
export const MOST_QUESTION_BYTES = 1024 * 1024;

/** What is sent to the session. */
export function questionText({ question, context = "" }: Question): string {
  const [asked, given] = [typeable(question), typeable(context)];
  const whole = given === "" ? asked : `${asked}\n\nContext:\n${given}`;
  const plain = COMMAND.test(whole) ? `Question: ${whole}` : whole;
  // Enter behind a backslash is a newline. The one that is added is not part of what arrives.
  return plain.endsWith("\\") ? `${plain}\n` : plain;
}

/**
 * What is more than text to Claude Code, pasted too (1.0.64 to 2.1.325): at the beginning the signs of its commands, of a
 * shell command, which runs unasked, and of a note; alone the words that end it.
 */
const COMMAND = /^(?:[/!#&]|(?:exit|quit|:\w+!?)$)/i;

/** Why this cannot be asked; undefined where it can. */
export function refuseQuestion({ question, context = "" }: Question): HostFault | undefined {
  if (typeable(question) === "") return bad("the question is empty", "say what you want to know");
  const bytes = Buffer.byteLength(question) + Buffer.byteLength(context);
  if (bytes <= MOST_QUESTION_BYTES) return undefined;
  return bad(
    `the question has ${bytes} bytes, at most ${MOST_QUESTION_BYTES} can be asked`,
    "put the long part into a file of the project, and name the file in the question",
  );
}

/** Line ends as a terminal has them, and nothing that would be a key: a bracketed paste ends at its first ESC [ 201 ~. */
function typeable(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(KEYS, "").trim();
}

const KEYS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

function bad(message: string, fix: string): HostFault {
  return { code: "BAD_REQUEST", message, fix };
}
