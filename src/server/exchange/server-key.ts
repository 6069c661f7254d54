/**
 * The key of a command that the server sends for a user by its own will. Its slash keeps it apart from every key that clients choose
 * (`ClientKey`), so that nobody can answer a command of the server before it is sent.
 */
export const serverKey = (name: string): string => `server/${name}`
