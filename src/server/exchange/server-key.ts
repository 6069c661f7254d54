/**
 * The key of a command that the server itself sends for a user. Its slash keeps it apart from every key that clients choose (`ClientKey`),
 * so that nobody can claim the key of a command before the server sends it.
 */
export const serverKey = (name: string): string => `server/${name}`
