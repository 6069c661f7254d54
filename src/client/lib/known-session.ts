const STORAGE_KEY = 'session-known'

/** Notes on this device that somebody is signed in, and nothing about who. */
export function noteSession(): void {
  localStorage.setItem(STORAGE_KEY, 'yes')
}

/** Whether there was a session that no logout of this device has ended: where none is there now, another device or the server ended it. */
export const wasSignedIn = (): boolean => localStorage.getItem(STORAGE_KEY) !== null

export function forgetSession(): void {
  localStorage.removeItem(STORAGE_KEY)
}
