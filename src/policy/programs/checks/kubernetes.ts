/** Whether a word of `kubectl get` names no secrets: `pods`, `deploy/web`, `pods,services`, or the name of a thing. */
export function isHarmlessResource(text: string): boolean {
  if (!/^[\w.,/:-]+$/.test(text)) return false;
  // kubectl finds `Secret`, `secrets.v1.` and `secret/name` too.
  return !text.split(",").some((each) => each.toLowerCase().startsWith("secret"));
}

/** Whether a format of `kubectl -o` reads no file: `go-template-file=…` and its like do. */
export function isHarmlessKubernetesOutput(text: string): boolean {
  return /^(?:json|yaml|wide|name|kyaml|(?:jsonpath|jsonpath-as-json|custom-columns|go-template)=[^]*)$/.test(
    text,
  );
}
