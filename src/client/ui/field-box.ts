import { chakra } from '@chakra-ui/react'
import { DOUBLE_LETTERS } from './media.ts'

/** The box around an input and its companions: a unit, a button, an icon. */
export const FieldBox = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '3rem',
    bg: 'sunken',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'md',
    overflow: 'hidden',
    transition: 'border-color 140ms, box-shadow 140ms',
    _hover: { borderColor: 'fg.faint' },
    '&:has(:focus-visible)': { borderColor: 'gold', boxShadow: '0 0 0 1px var(--k-colors-gold)' },
    '&:has([aria-invalid=true])': { borderColor: 'sell' },
    '&:has([aria-invalid=true]:focus-visible)': { boxShadow: '0 0 0 1px var(--k-colors-sell)' },
    '&:has(:disabled, [readonly])': { bg: 'hover', borderColor: 'line' },
  },
})

/** An input without its own box. Its letters have 16 px, since iOS zooms into smaller ones. */
export const BareInput = chakra('input', {
  base: {
    flex: '1',
    // A width in percent lets it shrink on a narrow screen.
    width: 'full',
    minWidth: '0',
    height: '3rem',
    paddingInline: '3.5',
    bg: 'transparent',
    color: 'fg',
    fontSize: 'md',
    outline: 'none!',
    textAlign: 'start',
    [DOUBLE_LETTERS]: { paddingInline: '2' },
    '&:disabled': { color: 'fg.muted', cursor: 'not-allowed' },
    '&:-webkit-autofill': {
      WebkitTextFillColor: 'var(--k-colors-fg)',
      transition: 'background-color 100000s 100000s',
    },
  },
})
