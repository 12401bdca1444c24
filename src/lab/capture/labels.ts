import { isAtLeast } from "./releases.js";
import { NEUTRAL_PROJECT } from "./neutral-path.js";

/** 2.1.32 and its neighbours lose what does not fit into the line. */
const CUT_PROJECT = NEUTRAL_PROJECT.slice(0, -2);

/** Options as a person read them off the screen, with the first release they were seen in; an absent one is null. */
const LABELS: Readonly<Record<string, readonly (readonly [since: string, labels: readonly string[]])[]>> = {
  "permission-bash": [
    [
      "1.0.64",
      [
        "Yes",
        `Yes, and don't ask again for rm -rf build commands in ${NEUTRAL_PROJECT}`,
        "No, and tell Claude what to do differently (esc)",
      ],
    ],
    [
      "2.0.72",
      [
        "Yes",
        `Yes, and don't ask again for rm -rf build commands in ${NEUTRAL_PROJECT}`,
        "Type here to tell Claude what to do differently",
      ],
    ],
    ["2.1.32", ["Yes", "Yes, and always allow access to project/ from this project", "No"]],
    [
      "2.1.267",
      [
        "Yes",
        `Yes, and always allow access to ${NEUTRAL_PROJECT} from this project`,
        "Yes, and switch to auto mode · auto mode handles these prompts for you",
        "No",
      ],
    ],
  ],
  "permission-editable-row": [
    ["2.1.197", ["Yes", "Yes, and don’t ask again for: mktemp *", "No"]],
    [
      "2.1.267",
      [
        "Yes",
        "Yes, and don’t ask again for: mktemp *",
        "Yes, and switch to auto mode · auto mode handles these prompts for you",
        "No",
      ],
    ],
  ],
  "permission-long": [
    [
      "1.0.64",
      [
        "Yes",
        `Yes, and don't ask again for similar commands in ${NEUTRAL_PROJECT}`,
        "No, and tell Claude what to do differently (esc)",
      ],
    ],
    [
      "2.0.72",
      [
        "Yes",
        `Yes, and don't ask again for similar commands in ${NEUTRAL_PROJECT}`,
        "Type here to tell Claude what to do differently",
      ],
    ],
    ["2.1.32", ["Yes", `Yes, and don't ask again for similar commands in ${NEUTRAL_PROJECT}`, "No"]],
    ["2.1.75", ["Yes", "Yes, and don’t ask again for: npm run:*", "No"]],
    [
      "2.1.197",
      ["Yes", `Yes, and don't ask again for npm run and npm test commands in ${NEUTRAL_PROJECT}`, "No"],
    ],
    [
      "2.1.267",
      [
        "Yes",
        `Yes, and don't ask again for npm run and npm test commands in ${NEUTRAL_PROJECT}`,
        "Yes, and switch to auto mode · auto mode handles these prompts for you",
        "No",
      ],
    ],
  ],
  "permission-narrow": [
    [
      "1.0.64",
      [
        "Yes",
        `Yes, and don't ask again for npm run build -- --with-everything commands in ${NEUTRAL_PROJECT}`,
        "No, and tell Claude what to do differently (esc)",
      ],
    ],
    [
      "2.0.72",
      [
        "Yes",
        `Yes, and don't ask again for npm run build -- --with-everything commands in ${NEUTRAL_PROJECT}`,
        "Type here to tell Claude what to do differently",
      ],
    ],
    [
      "2.1.32",
      [
        "Yes",
        `Yes, and don't ask again for npm run build -- --with-everything commands in ${CUT_PROJECT}`,
        "No",
      ],
    ],
    ["2.1.75", ["Yes", "Yes, and don’t ask again for: npm run:*", "No"]],
    ["2.1.197", ["Yes", "Yes, and don’t ask again for: npm run *", "No"]],
    [
      "2.1.267",
      [
        "Yes",
        "Yes, and don’t ask again for: npm run *",
        "Yes, and switch to auto mode · auto mode handles these prompts for you",
        "No",
      ],
    ],
  ],
  "permission-write": [
    [
      "1.0.64",
      [
        "Yes",
        "Yes, and don't ask again this session (shift+tab)",
        "No, and tell Claude what to do differently (esc)",
      ],
    ],
    [
      "2.0.72",
      [
        "Yes",
        "Yes, allow all edits during this session (shift+tab)",
        "Type here to tell Claude what to do differently",
      ],
    ],
    ["2.1.32", ["Yes", "Yes, allow all edits during this session (shift+tab)", "No"]],
    [
      "2.1.267",
      [
        "Yes",
        "Yes, and switch to accept edits (auto-approve file edits and common file commands) for this session (shift+tab)",
        "No",
      ],
    ],
  ],
  "permission-fetch": [
    [
      "1.0.64",
      ["Yes", "Yes, and don't ask again for example.com", "No, and tell Claude what to do differently (esc)"],
    ],
  ],
  question: [
    ["2.0.72", ["PostgreSQL", "SQLite", "MySQL", "Type something."]],
    ["2.1.32", ["PostgreSQL", "SQLite", "MySQL", "Type something.", "Chat about this"]],
  ],
  "question-several": [
    ["2.0.72", ["PostgreSQL", "SQLite", "MySQL", "Type something", "Submit"]],
    ["2.1.32", ["PostgreSQL", "SQLite", "MySQL", "Type something", "Submit", "Chat about this"]],
  ],
  "plan-approval": [
    ["1.0.64", ["Yes, and auto-accept edits", "Yes, and manually approve edits", "No, keep planning"]],
    [
      "2.0.72",
      [
        "Yes, and auto-accept edits",
        "Yes, and manually approve edits",
        "Type here to tell Claude what to change",
      ],
    ],
    [
      "2.1.32",
      [
        "Yes, clear context and auto-accept edits (shift+tab)",
        "Yes, auto-accept edits",
        "Yes, manually approve edits",
        "Type here to tell Claude what to change",
      ],
    ],
    [
      "2.1.75",
      [
        "Yes, clear context (0% used) and auto-accept edits",
        "Yes, auto-accept edits",
        "Yes, manually approve edits",
        "Type here to tell Claude what to change",
      ],
    ],
    ["2.1.197", ["Yes, and use auto mode", "Yes, manually approve edits", "Tell Claude what to change"]],
  ],
  "plan-empty": [
    ["2.1.32", ["Yes", "No"]],
    ["2.1.267", ["Yes, and switch to default (ask each time) for this session", "No"]],
  ],
  "trust-dialog": [
    ["1.0.64", ["Yes, proceed", "No, exit"]],
    ["2.1.32", ["Yes, I trust this folder", "No, exit"]],
    ["2.1.267", ["No, exit", "Yes, I trust this folder"]],
  ],
  "bypass-warning": [["1.0.64", ["No, exit", "Yes, I accept"]]],
  "settings-error": [
    ["2.0.72", ["Exit and fix manually", "Continue without these settings"]],
    ["2.1.197", ["Continue", "Fix with Claude", "Exit and fix manually"]],
  ],
  "auto-mode-offer": [
    ["2.1.325", ["Yes, set auto mode as my default permission mode", "No, keep manual mode"]],
  ],
  "limit-menu": [
    ["2.1.75", ["Stop and wait for limit to reset", "Upgrade your plan"]],
    [
      "2.1.234",
      [
        "Stop and wait for limit to reset",
        "Wait here, then continue automatically at {reset}",
        "Upgrade your plan",
      ],
    ],
  ],
};

/** What the list of that name offers in that release; throws where nobody has looked yet. */
export function labelsOf(list: string, release: string): readonly string[] {
  const entry = LABELS[list]?.findLast(([since]) => isAtLeast(release, since));
  if (entry === undefined) throw new Error(`no labels are known for ${list} in ${release}`);
  return entry[1];
}

/** A reset as the menus write it: `8:54pm` within a day, `Nov 18, 4pm` beyond. */
export function resetAsShown(resetsAt: number, now: Date, timeZone: string): string {
  const at = new Date(resetsAt * 1000);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-US", { timeZone, ...options }).format(at);
  const time = format({ hour: "numeric", minute: "2-digit" })
    .replace(":00", "")
    .replace(/\s/g, "")
    .toLowerCase();
  const isWithinDay = at.getTime() - now.getTime() < 24 * 60 * 60 * 1000;
  return isWithinDay ? time : `${format({ month: "short", day: "numeric" })}, ${time}`;
}

/** Throws unless the screen shows every label, and the cursor on the selected one. */
export function assertShown(screen: string, labels: readonly string[], selected: number): void {
  const shown = letters(screen);
  const missing = labels.filter((label) => !shown.includes(letters(label)));
  if (missing.length > 0) throw new Error(`not on the screen: ${missing.join(" | ")}\n${screen}`);
  for (const [index, row] of numberedRows(screen).entries()) {
    // The first line of a wrapped label is its beginning; a row that goes on differently is another option.
    const isKnown = labels.some((label) => letters(label).startsWith(letters(row)));
    if (!isKnown)
      throw new Error(`option ${index + 1}, "${row}", is not one that somebody looked at\n${screen}`);
  }
  const rows = shown.split("❯").map((row) => row.replace(/^(?:\d\.)?(?:\[.?\])?/, ""));
  const wanted = letters(labels[selected] ?? "");
  if (!rows.some((row) => row.startsWith(wanted)))
    throw new Error(`the cursor is not on "${labels[selected]}"\n${screen}`);
}

/** The last list on the screen that counts from 1, each option by its first line. */
function numberedRows(screen: string): string[] {
  const rows = [...screen.matchAll(/^[\s│❯]*(\d)\.\s+(?:\[.?\]\s+)?(.*?)[\s│]*$/gm)];
  const first = rows.findLastIndex((row) => row[1] === "1");
  return rows.slice(Math.max(first, 0)).map((row) => row[2] ?? "");
}

/** Boxes, wraps and indents come between the words of a label; only its letters are compared. */
function letters(text: string): string {
  return text.replace(/[\s│]/g, "");
}
