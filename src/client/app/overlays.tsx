import type { AnyRouter } from '@tanstack/react-router'
import type { Connection } from './connection.ts'

export function Overlays(_props: { connection: Connection; router: AnyRouter }) {
  return null
}
