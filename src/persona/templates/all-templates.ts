import { architect } from "./architect.js";
import { engineeringManager } from "./engineering-manager.js";
import { securityReviewer } from "./security-reviewer.js";
import { techWriter } from "./tech-writer.js";
import { READING, type Template } from "./template.js";
import { tester } from "./tester.js";

export const TEMPLATES: readonly Template[] = [
  architect,
  engineeringManager,
  securityReviewer,
  techWriter,
  tester,
];

/** For a persona of the user's own making. */
export const BLANK: Template = {
  name: "blank",
  description: "Describe in one line what to ask it.",
  allowedTools: READING,
  identity: `# Who you are

Write here who this persona is: its profession, what it cares about, what it looks at first.

## How you work

- What it does before it answers, such as reading the code in question.
- What it never does.

## How you answer

- How long, in which form, for whom.
`,
};
