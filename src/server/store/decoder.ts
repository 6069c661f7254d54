/** Reads one column's text, as PostgreSQL writes it, into our value. @throws UnreadableValue for what our types cannot hold */
export type Decoder = (text: string) => unknown
