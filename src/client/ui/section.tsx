import { chakra } from '@chakra-ui/react'
import { type ReactNode, Suspense, useId } from 'react'
import { Card } from './card.tsx'
import { SkeletonRows } from './skeleton.tsx'

type SectionProps = {
  title: string
  /** Content at the title's far end: a link, a badge, a button. */
  aside?: ReactNode
  note?: ReactNode
  children: ReactNode
  /** `false` lets a table reach the card's edges. */
  padded?: boolean
}

/** A card with a heading. While its content loads words or code, the card stays, and so does the page around it. */
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
      <Suspense fallback={<SkeletonRows rows={SKELETON_ROWS} />}>{children}</Suspense>
    </Card>
  )
}

const SKELETON_ROWS = 3

/** A placeholder for a card that loads its own words, so that the page around it stays meanwhile. */
export function SectionPlace({ children }: { children: ReactNode }) {
  const card = (
    <Card as="div">
      <SkeletonRows rows={SKELETON_ROWS} />
    </Card>
  )
  return <Suspense fallback={card}>{children}</Suspense>
}
