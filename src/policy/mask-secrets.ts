import { maskNamed } from "./secrets/named-values.js";
import { maskArguments } from "./secrets/program-arguments.js";
import { maskShapes } from "./secrets/token-shapes.js";

export { MASK } from "./secrets/mask-spans.js";

/**
 * Masks passwords, keys and tokens, for logs that people show to others. It knows the shapes of tokens, the options of
 * programs that take secrets, and names such as `token`. That is best effort, not a guarantee. References such as `$TOKEN`
 * and `$(…)` stay: they explain the command and reveal nothing. Takes linear time.
 */
export function maskSecrets(text: string): string {
  return maskNamed(maskArguments(maskShapes(text)));
}
