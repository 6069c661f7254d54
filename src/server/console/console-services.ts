import type { Accounts } from '../accounts/accounts.ts'
import type { OperatorSessions } from '../accounts/operators/operator-sessions.ts'

/** What the operators' console works with; put together in main. */
export interface ConsoleServices {
  readonly accounts: Accounts
  readonly operatorSessions: OperatorSessions
}
