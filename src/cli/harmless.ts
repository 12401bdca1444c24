/** What stands in somebody's file may be meant for the terminal that it is shown on. */
export function harmless(text: string): string {
  return text.replace(
    /[\x00-\x1f\x7f-\x9f]/g,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
