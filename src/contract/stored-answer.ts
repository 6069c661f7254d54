/**
 * Header that the service worker puts on an answer it kept: when the server gave that answer, ISO 8601 in UTC.
 * An answer without it is fresh.
 */
export const STORED_AT_HEADER = 'x-kimia-stored-at'
