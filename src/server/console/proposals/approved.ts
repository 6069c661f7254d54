import type { ConsoleServices } from '../console-services.ts'

/** What approved proposals are done with. */
export type Executing = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'content' | 'exchange' | 'states'>

/** Whom an approval concerns, and what the log keeps of it. */
export interface Approved {
  readonly userId?: number | undefined
  readonly details?: { readonly [name: string]: string | number | boolean | null }
}
