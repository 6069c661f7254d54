import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A form beside the book of a phone: too narrow for tabs, and for buttons beside a price. */
export const NARROW_FORM = '@container (max-width: 14.99rem)'

/** A field of the library with its label and its unit inside the box, above the figure. */
export function DenseField({ children, beside = false }: { children: ReactNode; beside?: boolean }) {
  return (
    <chakra.div minWidth="0" data-price={beside || undefined} css={DENSE}>
      {children}
    </chakra.div>
  )
}

const DENSE = {
  '& > div > div': { position: 'relative' },
  '& > div > div > div:first-of-type': {
    position: 'absolute',
    insetInline: '3',
    top: '1.5',
    zIndex: '1',
    gap: '1.5',
    lineHeight: 'tight',
    pointerEvents: 'none',
    whiteSpace: 'nowrap',
  },
  '& > div > div > div:first-of-type > *': { fontSize: '2xs' },
  '& input': {
    height: '3.25rem',
    paddingTop: '5',
    paddingInline: '3',
    // The field runs from left to right; its figure stands under the label.
    _rtl: { textAlign: 'end' },
  },
} as const
