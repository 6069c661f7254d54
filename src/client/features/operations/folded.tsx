import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Collapsed content that would be long on a phone. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.details>
      <chakra.summary minHeight="tap" paddingBlock="3" fontSize="sm" fontWeight="semibold" cursor="pointer">
        {title}
      </chakra.summary>
      {children}
    </chakra.details>
  )
}
