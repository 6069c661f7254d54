import type { ReactNode } from 'react'

export interface SignedBar {
  readonly key: string
  readonly name: string
  /** Decimal text, with a "-" below zero. */
  readonly value: string
  /** The value as text, shown next to the bar. */
  readonly shown: ReactNode
}
