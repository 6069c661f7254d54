import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'

type SectionProps = {
  title: string
  /** What stands at the title's far end: a link, a badge, a button. */
  aside?: ReactNode
  note?: ReactNode
  children: ReactNode
  /** `false` lets a table run to the card's edges. */
  padded?: boolean
}

/** A card with a heading. */
export function Section({ title, aside, note, children, padded = true }: SectionProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} padded={padded}>
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        flexWrap="wrap"
        gap="2"
        padding={padded ? '0' : { base: '4', md: '6' }}
        paddingBottom={padded ? '4' : { base: '3', md: '4' }}
      >
        <chakra.h2 id={id} fontSize="lg" fontWeight="bold" lineHeight="snug">
          {title}
        </chakra.h2>
        {aside}
        {note && (
          <chakra.p flexBasis="full" fontSize="sm" color="fg.muted">
            {note}
          </chakra.p>
        )}
      </chakra.div>
      {children}
    </Card>
  )
}
