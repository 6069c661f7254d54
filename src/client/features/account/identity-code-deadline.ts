const STORAGE_KEY = 'identity-code-deadline'

/** Until when the identity code that was sent works, in milliseconds since 1970. It survives a reload of the page. */
export function keepIdentityCodeDeadline(at: number): void {
  sessionStorage.setItem(STORAGE_KEY, new Date(at).toISOString())
}

/** `undefined` where no code is on its way. */
export function readIdentityCodeDeadline(): number | undefined {
  const at = Date.parse(sessionStorage.getItem(STORAGE_KEY) ?? '')
  return Number.isNaN(at) ? undefined : at
}

export function dropIdentityCodeDeadline(): void {
  sessionStorage.removeItem(STORAGE_KEY)
}
