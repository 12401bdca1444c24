/**
 * Whether a value of a cloud's tool is only text. `aws` reads the file or the page behind `file://`, `fileb://` and `https://`,
 * `az` the file behind `@`.
 */
export function isHarmlessCloudValue(text: string): boolean {
  return !/^(?:@|[a-z]+:\/\/)/i.test(text) || /^(?:s3|gs):\/\//.test(text);
}

/** Whether an endpoint of `gh api` is a path of GitHub: an address of another host might get a token. */
export function isHarmlessGithubPath(text: string): boolean {
  return /^\/?[A-Za-z{][\w{}.~/?=&%:,+-]*$/.test(text) && !/:\/\/|^\/?graphql/i.test(text);
}
