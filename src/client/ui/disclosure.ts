import { chakra } from '@chakra-ui/react'

/** A title, such as a question, in a `summary` with a chevron that turns while the content below is open. */
export const Disclosure = chakra('details', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'line',
    scrollMarginTop: '5rem',
    _first: { borderTopWidth: '0' },
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      minHeight: '3.5rem',
      paddingBlock: '2.5',
      fontWeight: 'semibold',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
    },
    '& summary svg': { flexShrink: '0', color: 'fg.muted', transition: 'transform 160ms' },
    '&[open] summary svg': { transform: 'rotate(180deg)' },
  },
})
