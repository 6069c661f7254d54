import type { ReactNode } from 'react'

export interface SignedBar {
  readonly key: string
  readonly name: string
  /** Decimal text, with a "-" where it is below zero. */
  readonly value: string
  /** The value as it is read beside the bar. */
  readonly shown: ReactNode
}
