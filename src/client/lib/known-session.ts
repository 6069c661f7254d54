const STORAGE_KEY = 'session-known'

/** Remembers on this device that a user is signed in, without saying who. */
export function noteSession(): void {
  localStorage.setItem(STORAGE_KEY, 'yes')
}

/** Whether a session existed that no logout on this device has ended. If it is gone now, another device or the server ended it. */
export const wasSignedIn = (): boolean => localStorage.getItem(STORAGE_KEY) !== null

export function forgetSession(): void {
  localStorage.removeItem(STORAGE_KEY)
}
