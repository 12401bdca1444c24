/** Values of single tools that one pattern decides. */

// The go command.

/** Packages of this module or of those it depends on; not a version from elsewhere, and not a path out of the project. */
export function isGoPackage(text: string): boolean {
  return /^(?:\.{3}|\.?[\w~][\w.~*-]*|\.)(?:\/[\w.~*-]+)*\/?$/.test(text) && !LEAVES_FOLDER.test(text);
}

/** A module, with a version or without: `example.com/a/b@v1.2.3`. */
export function isGoModule(text: string): boolean {
  return (/^[\w~][\w.~/-]*(?:@[\w.+-]+)?$/.test(text) && !LEAVES_FOLDER.test(text)) || isGoPackage(text);
}

/** Flags for the linker that only leave things out or set variables: `-s -w -X main.version=1`. `-extld` would run a program. */
export function isHarmlessLinkerFlags(text: string): boolean {
  return /^\s*(?:(?:-[sw]|-buildid=\w*|-X[ =]\s*(?:'[\w./-]+=[^'"]*'|"[\w./-]+=[^'"]*"|[\w./-]+=[^\s'"]*))(?:\s+|$))*$/.test(
    text,
  );
}

const LEAVES_FOLDER = /(?:^|\/)\.\.(?:\/|$)/;

// curl and httpie.

/**
 * Whether a format of curl's --write-out only prints. `@file` is read, and from curl 8.3 on `%output{file}` is written.
 * A format that is not understood is not harmless.
 */
export function isHarmlessWriteOut(format: string): boolean {
  return !format.startsWith("@") && WRITE_OUT.test(format);
}

/** Text; `%%`; a variable; a header of the answer; a moment. A percent sign stands for itself before a blank or at the end. */
const WRITE_OUT = /^(?:[^%]|%%|%\{[a-z\d_.:]+\}|%header\{[\w:-]+\}|%time\{[^%{}]*\}|%(?=\s|$))*$/;

/**
 * Whether a field of curl's --form, of its --data-urlencode or of httpie sends only what it spells. A file is named behind
 * an `@` or a `<`, and not only at the start: `a=x;headers=<file`, `a@file`.
 */
export function isHarmlessForm(field: string): boolean {
  return !/[@<]/.test(field);
}

// kubectl.

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

// Containers.

/**
 * Whether a text sets a variable of a container by `NAME=value`. A name alone would hand on the value that the variable has here,
 * which may be a secret. It is enough to know how the text begins.
 */
export function isHarmlessPair(text: string): boolean {
  return /^[A-Za-z_][\w.-]*=/.test(text);
}

// Tools of clouds.

/**
 * Whether a value of a cloud's tool is only text. `aws` reads the file or the page behind `file://`, `fileb://` and `https://`,
 * `az` the file behind `@`.
 */
export function isHarmlessCloudValue(text: string): boolean {
  return !/^(?:@|[a-z]+:\/\/)/i.test(text) || /^(?:s3|gs):\/\//.test(text);
}

/** Whether an endpoint of `gh api` is a path of GitHub that is only read: an address of another host might get a token. */
export function isHarmlessGithubPath(text: string): boolean {
  return (
    /^\/?[\w.{}/:@-]+(?:\?[\w.=&%+-]*)?$/.test(text) && !/^-|\/\/|graphql|secret|token|credential/i.test(text)
  );
}
