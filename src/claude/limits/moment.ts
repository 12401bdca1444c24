/** When and where a text is read: what turns "3pm" into an instant. */
export interface Moment {
  readonly now: Date;
  /** The zone of a time that names none: the machine's, an IANA name. */
  readonly timeZone: string;
}
