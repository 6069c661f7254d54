import type { Refusal } from '../database-error.ts'

/** What the serving thread asks of the database thread: one thing at a time, and it waits for the answer. */
export type Question =
  | { readonly kind: 'query'; readonly sql: string; readonly values: readonly (string | null)[] }
  | { readonly kind: 'script'; readonly sql: string }
  | { readonly kind: 'close' }

/** The database thread's answer. After `dead` it has ended, and the data folder must be opened anew. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly rows: unknown[] }
  | { readonly kind: 'done'; readonly command: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'dead'; readonly message: string }
