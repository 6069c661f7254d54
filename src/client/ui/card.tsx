import { chakra } from '@chakra-ui/react'

/** A raised surface: screens are made of cards. */
export const Card = chakra('section', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'xl',
    boxShadow: 'card',
    minWidth: '0',
  },
  variants: {
    padded: { true: { padding: { base: '4', md: '6' } }, false: {} },
  },
  defaultVariants: { padded: true },
})
