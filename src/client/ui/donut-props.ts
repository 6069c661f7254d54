import type { ReactNode } from 'react'

export type DonutPart = {
  /** The coin's symbol, which its colour comes from. */
  key: string
  label: string
  /** Share of the whole; the parts need not sum to one. */
  share: number
}

export type DonutProps = {
  parts: readonly DonutPart[]
  /** Said to a screen reader in place of the picture. */
  label: string
  /** Stands in the hole. */
  children?: ReactNode
  size?: number
}
