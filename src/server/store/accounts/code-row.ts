/** A one-time code as it is stored: salted and hashed, with its end and the wrong tries so far. */
export interface CodeRow {
  readonly salt: Uint8Array
  readonly hash: Uint8Array
  readonly expiresAt: Date
  readonly tries: number
}

export interface CodeColumns {
  code_salt: Uint8Array
  code_hash: Uint8Array
  code_expires_at: Date
  code_tries: number
}

export const codeRow = (row: CodeColumns): CodeRow => ({
  salt: row.code_salt,
  hash: row.code_hash,
  expiresAt: row.code_expires_at,
  tries: row.code_tries,
})
