/** The time left, to be read by people: `1:23:45`, `2d 3:04:05`. A second that has begun counts. */
export function countdown(leftMs: number, { hourDigits = 1 }: { hourDigits?: 1 | 2 } = {}): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = String(Math.floor(seconds / 3600) % 24).padStart(hourDigits, "0");
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${days > 0 ? `${days}d ` : ""}${hours}:${minutes}:${rest}`;
}

/** As Claude Code writes a reset: `3:25pm`, with the day where it is not today's: `Nov 18, 2:07pm`. */
export function clockTime(time: Date, now: Date, timeZone?: string): string {
  const [then, today] = [partsOf(time, timeZone), partsOf(now, timeZone)];
  const clock = `${then.hour}:${then.minute}${then.dayPeriod.toLowerCase()}`;
  const isToday = then.day === today.day && then.month === today.month && then.year === today.year;
  return isToday ? clock : `${then.month} ${then.day}, ${clock}`;
}

type Parts = Readonly<Record<"year" | "month" | "day" | "hour" | "minute" | "dayPeriod", string>>;

function partsOf(time: Date, timeZone: string | undefined): Parts {
  const parts = formatFor(timeZone).formatToParts(time);
  const part = (type: keyof Parts): string => parts.find((each) => each.type === type)?.value ?? "";
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    dayPeriod: part("dayPeriod"),
  };
}

// Making one takes milliseconds, using one microseconds.
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatFor(timeZone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      hour12: true,
    });
    formats.set(timeZone, format);
  }
  return format;
}
