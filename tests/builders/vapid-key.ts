/** A key for tests, in the form of VAPID_KEYS. */
export const VAPID_KEY = Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
