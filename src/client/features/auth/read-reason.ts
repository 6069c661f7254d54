/** Why somebody stands before the login who did not ask for it. A code of ours: no text of the address reaches the page. */
export const SESSION_ENDED = 'session-ended'
export type LoginReason = typeof SESSION_ENDED

/** `reason` of the address. */
export function readReason({ reason }: Record<string, unknown>): { reason?: LoginReason | undefined } {
  return { reason: reason === SESSION_ENDED ? reason : undefined }
}
