/** What the clocks of a zone show at an instant, as milliseconds that would be it in UTC. */
export function wallClock(ms: number, zone: string): number {
  return ms + offsetAt(ms, zone);
}

/**
 * The instant at which the clocks of a zone show that. The later one is right twice: of a repeated hour it is the second
 * pass (never resume before the reset), and a time that a spring change skips moves forward by the gap.
 */
export function instantOf(wall: number, zone: string): number {
  // No offset is as large as a day, and no zone changes its clocks twice in two days.
  const guesses = [wall - DAY_MS, wall + DAY_MS].map((ms) => wall - offsetAt(ms, zone));
  const shown = guesses.filter((ms) => wallClock(ms, zone) === wall);
  return Math.max(...(shown.length > 0 ? shown : guesses));
}

/** Whether that is the name of a zone, or an offset such as "+05:30". */
export function isZone(name: string): boolean {
  if (/^[a-z]{3}$/i.test(name) && !THREE_LETTERS.test(name)) return false;
  try {
    offsetAt(0, name);
    return true;
  } catch {
    // The only way to ask: there is no list that holds every alias.
    return false;
  }
}

/** Intl takes more, none of which are names of zones: "IST" may be India, Ireland or Israel. */
const THREE_LETTERS = /^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i;

export const DAY_MS = 24 * 60 * 60_000;

/** Throws where there is no such zone. */
function offsetAt(ms: number, zone: string): number {
  // Intl takes offsets for zones in newer versions of Node only.
  return readOffset(OFFSET.exec(zone) ?? SHOWN_OFFSET.exec(formatterOf(zone).format(ms)));
}

const OFFSET = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/;
/** "GMT" alone in UTC; with seconds before there was standard time. */
const SHOWN_OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function readOffset(match: RegExpExecArray | null): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === "-" ? -1000 : 1000) * size;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One takes a millisecond to make, and megabytes: what watches for days may never need the first. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  // A text can name any zone, in any spelling.
  if (formatters.size >= MOST_FORMATTERS) formatters.clear();
  formatters.set(zone, made);
  return made;
}

const MOST_FORMATTERS = 20;
