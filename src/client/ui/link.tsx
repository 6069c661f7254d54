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

/** A link past what stands before a part of the page; seen while it has the focus. */
export const SkipLink = chakra('a', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    top: '3',
    insetInlineStart: '3',
    paddingInline: '4',
    paddingBlock: '2.5',
    borderRadius: 'md',
    bg: 'gold.solid',
    color: 'gold.onSolid',
    fontWeight: 'semibold',
    transform: 'translateY(-200%)',
    _focus: { transform: 'none' },
  },
})
