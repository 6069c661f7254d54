import { chakra } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { DOUBLE_LETTERS } from './media.ts'

export interface Fact {
  /** Must be unique in the list. */
  readonly label: string
  readonly value: ReactNode
  /** Marks the most important line. */
  readonly strong?: boolean
  /** Marks a line that needs a look, by a sign with these words. */
  readonly warning?: string | undefined
}

/** Names and figures of a confirmation or a receipt, face to face. */
export function FactList({ facts, dense = false }: { facts: readonly Fact[]; dense?: boolean }) {
  return (
    <chakra.dl display="grid" gap="0" fontSize={dense ? 'xs' : 'sm'}>
      {facts.map(({ label, value, strong = false, warning }, index) => (
        <chakra.div
          key={label}
          display="flex"
          justifyContent="space-between"
          alignItems="center"
          gap="4"
          paddingBlock={dense ? '1' : '2.5'}
          borderTopWidth={dense || index === 0 ? '0' : '1px'}
          borderColor="line"
          css={{ [DOUBLE_LETTERS]: { flexWrap: 'wrap' } }}
        >
          <chakra.dt
            display="flex"
            alignItems="center"
            gap="2"
            color={warning ? 'gold' : 'fg.muted'}
            fontWeight={warning && 'semibold'}
          >
            {warning && <TriangleAlert size={16} role="img" aria-label={warning} />}
            {label}
          </chakra.dt>
          <chakra.dd
            fontWeight={strong ? 'bold' : 'medium'}
            fontSize={strong && !dense ? 'md' : undefined}
            textAlign="end"
            minWidth="0"
            css={{ '&, & *': { overflowWrap: 'anywhere' } }}
          >
            {value}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
