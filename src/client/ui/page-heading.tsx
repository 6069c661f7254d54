import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The heading of a page, with optional content at its far end. */
export function PageHeading({ title, text, aside }: { title: string; text?: ReactNode; aside?: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      flexWrap="wrap"
      gap="3"
      marginBottom={{ base: '4', md: '5' }}
    >
      <chakra.div minWidth="0" css={{ '& *': { overflowWrap: 'anywhere' } }}>
        <chakra.h1 fontSize="2xl" fontWeight="black" lineHeight="snug">
          {title}
        </chakra.h1>
        {text && (
          <chakra.p color="fg.muted" fontSize="sm" marginTop="1">
            {text}
          </chakra.p>
        )}
      </chakra.div>
      {aside}
    </chakra.div>
  )
}
