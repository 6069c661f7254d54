import { chakra } from '@chakra-ui/react'
import { createLink } from '@tanstack/react-router'
import { buttonRecipe } from './button.tsx'

/** A link inside text. */
export const TextLink = createLink(
  chakra('a', {
    base: {
      color: 'gold',
      fontWeight: 'medium',
      textUnderlineOffset: '0.3em',
      textDecorationThickness: '1px',
      textDecorationLine: 'underline',
      textDecorationColor: 'gold.line',
      _hover: { textDecorationColor: 'currentcolor' },
    },
  }),
)

/** A link that looks like a button. */
export const ButtonLink = createLink(chakra('a', buttonRecipe))

/** A link without its own style: a row, a card, a menu item. */
export const PlainLink = createLink(chakra('a'))
