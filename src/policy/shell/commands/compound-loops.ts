import type { ArithmeticExpression, ArithmeticFor, For, Select, Word as WordSyntax } from "unbash";
import type { Word } from "../command-part.js";
import { readAlone, readList } from "./compound-lists.js";
import { printsNumbers } from "../words/known-output.js";
import { checkExpression } from "../words/shell-arithmetic.js";
import type { ShellReader } from "../shell-reader.js";
import {
  afterwards,
  anywhere,
  either,
  eitherRound,
  ENDED,
  sameState,
  staysIn,
  type Outcome,
  type State,
} from "../shell-state.js";
import type { Shell } from "../shell.js";
import { readWords, type WordContext } from "../words/shell-words.js";
import { isWholeNumber } from "../words/special-names.js";
import { NUMBER, oneOf, OPAQUE, textsOf } from "../words/variables.js";

const MOST_ROUNDS = 5;
const MOST_ITEMS = 100;

/** A body that changes something starts its next round with it: read again until nothing new is found. */
export function readLoop(
  reader: ShellReader,
  shell: Shell,
  state: State,
  readBody: (start: State) => State,
): Outcome {
  const first = reader.parts.length;
  let start = state;
  for (let round = 1; ; round += 1) {
    reader.parts.length = first;
    const exits = shell.exits.length;
    let end = either(start, readBody(start));
    // Those of a loop inside count too: `break 2`.
    for (const left of shell.exits.slice(exits)) end = either(end, left);
    if (sameState(end, start) || round > MOST_ROUNDS) return staysIn(end);
    const next = eitherRound(start, end);
    start = round === MOST_ROUNDS && next !== ENDED ? anywhere(next.variables) : next;
  }
}

export function readFor(node: For | Select, reader: ShellReader, shell: Shell, state: State): Outcome {
  const { body, name } = node;
  let isSure = false;
  const before = afterwards(
    readAlone(reader, shell, state, (context) => {
      const words = node.wordlist?.flatMap((word) => readItems(word, context)) ?? [OPAQUE];
      isSure = node.wordlist !== undefined && words.some((word) => word.text !== undefined);
      if (!/^[A-Za-z_]\w*$/.test(name.text)) context.doubt("has a loop over a variable that is not known");
      context.assign(name.text, node.type === "For" ? itemOf(words) : OPAQUE);
      if (node.type === "Select") context.assign("REPLY", OPAQUE);
    }),
  );
  const after = afterwards(
    readLoop(reader, shell, before, (start) => afterwards(readList(body, reader, shell, start))),
  );
  return staysIn(isSure && node.type === "For" ? after : either(state, after));
}

/** The words of a loop; those of `$(seq 1 5)` are numbers. */
function readItems(word: WordSyntax, context: WordContext): readonly Word[] {
  const [part, more] = word.parts ?? [];
  if (part?.type !== "CommandExpansion" || more !== undefined || !printsNumbers(part.script))
    return readWords(word, context);
  context.run(part.script, "value");
  return [NUMBER];
}

/** What the variable of a loop over these words holds. */
function itemOf(words: readonly Word[]): Word {
  const [first, ...more] = words;
  if (first === undefined) return OPAQUE;
  const texts = words.map(textsOf);
  if (texts.every((each) => each !== undefined)) {
    const all = [...new Set(texts.flat())];
    if (all.length <= MOST_ITEMS) return oneOf(all);
  }
  if (words.every(isWholeNumber)) return NUMBER;
  return more.length === 0 && first.glob !== undefined ? { ...first, count: "one" } : OPAQUE;
}

/** Nothing stands between its parentheses that is not in the tree. */
function isWhole({ pos, body, initialize, test, update }: ArithmeticFor, text: string): boolean {
  const parts = [initialize, test, update].map((part) =>
    part === undefined ? "" : text.slice(part.pos, part.end),
  );
  const header = text.slice(pos, body.pos).replaceAll(/\s/g, "");
  const whole = `for((${parts.join(";")}))`.replaceAll(/\s/g, "");
  return [whole, `${whole};do`, `${whole}do`, `${whole};`].includes(header);
}

export function readArithmeticFor(
  node: ArithmeticFor,
  reader: ShellReader,
  shell: Shell,
  state: State,
): Outcome {
  const check = (expression: ArithmeticExpression | undefined, from: State): State =>
    afterwards(
      readAlone(reader, shell, from, (context) => {
        if (expression !== undefined)
          checkExpression(expression, shell.text.slice(expression.pos, expression.end), context);
      }),
    );
  if (shell.isPosix || !isWhole(node, shell.text)) reader.doubt("has a loop that shells read differently");
  return readLoop(reader, shell, check(node.initialize, state), (start) => {
    const tested = check(node.test, start);
    return either(tested, check(node.update, afterwards(readList(node.body, reader, shell, tested))));
  });
}
