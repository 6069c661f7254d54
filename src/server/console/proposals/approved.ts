import type { ConsoleServices } from '../console-services.ts'

/** What approved proposals are done with. */
export type Executing = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'content' | 'exchange' | 'states'>

/** Whom an approval concerns, and what the log keeps of it. */
export interface Approved {
  readonly userId?: number | undefined
  /** Of first or new keys: the code that the approving operator hands over, which is shown once. */
  readonly handoverCode?: string
  readonly details?: { readonly [name: string]: string | number | boolean | null }
}
