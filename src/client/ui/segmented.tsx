import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLanguage } from '#client/lib/locale.ts'

type Option<Value extends string> = {
  value: Value
  label: ReactNode
  /** The full name of an option whose label is an abbreviation. */
  name?: string
  tone?: 'buy' | 'sell'
}

export type SegmentedProps<Value extends string> = {
  /** Describes the choice to screen readers. */
  label: string
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  /** `tabs` if each option shows another panel, `radio` if it sets a value. */
  as?: 'tabs' | 'radio'
  /** With `tabs`: the id of the panel that the page gives `role="tabpanel"`. */
  panelId?: string
  /** `narrow` is `underline` for many short labels, which share the row. */
  look?: 'pill' | 'underline' | 'narrow'
}

const Track = chakra('div', {
  base: { display: 'flex', minWidth: '0', overflowX: 'auto', scrollbarWidth: 'none' },
  variants: {
    look: {
      pill: { bg: 'sunken', borderRadius: 'md', padding: '1', gap: '1', borderWidth: '1px', borderColor: 'line' },
      underline: { gap: '3', borderBottomWidth: '1px', borderColor: 'line' },
      // Fits seven options of 44 px into a card on a phone of 360 px.
      narrow: { marginInline: '-4px', maxWidth: '28rem', borderBottomWidth: '1px', borderColor: 'line' },
    },
  },
})

const Choice = chakra('button', {
  base: {
    minHeight: 'tap',
    whiteSpace: 'nowrap',
    fontSize: 'sm',
    fontWeight: 'semibold',
    color: 'fg.muted',
    transition: 'background-color 140ms, color 140ms, border-color 140ms',
    _hover: { color: 'fg' },
  },
  variants: {
    look: {
      pill: { flex: '1', paddingInline: '3.5', borderRadius: 'sm' },
      underline: { flexShrink: '0', minWidth: 'tap', borderBottom: '2px solid transparent', marginBottom: '-1px' },
      narrow: {
        flex: '1 1 0',
        minWidth: '0',
        fontSize: 'min(0.875rem, 3.75vw)',
        borderBottom: '2px solid transparent',
        marginBottom: '-1px',
      },
    },
    chosen: { true: { color: 'fg' }, false: {} },
    tone: { plain: {}, buy: {}, sell: {} },
  },
  compoundVariants: [
    { look: 'narrow', chosen: true, css: { borderBottomColor: 'gold.solid' } },
    { look: 'underline', chosen: true, css: { borderBottomColor: 'gold.solid' } },
    { look: 'pill', chosen: true, tone: 'plain', css: { bg: 'hover', boxShadow: 'card' } },
    { look: 'pill', chosen: true, tone: 'buy', css: { bg: 'buy.solid', color: 'white' } },
    { look: 'pill', chosen: true, tone: 'sell', css: { bg: 'sell.solid', color: 'white' } },
  ],
})

const ROLES = {
  tabs: { list: 'tablist', choice: 'tab', state: 'aria-selected' },
  radio: { list: 'radiogroup', choice: 'radio', state: 'aria-checked' },
} as const

function middleOf(element: Element): number {
  const { x, width } = element.getBoundingClientRect()
  return x + width / 2
}

/**
 * A choice between a few options, side by side. Arrow keys move and choose, as in native radios. Quick trade is on the first page, where Chakra's
 * Tabs would take 12.1 KB and its SegmentGroup 10.6.
 */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange, as = 'radio', look = 'pill', panelId } = props
  const list = useRef<HTMLDivElement>(null)
  const forward = useLanguage() === 'fa' ? 'ArrowLeft' : 'ArrowRight'
  const roles = ROLES[as]
  const at = options.findIndex((option) => option.value === value)
  // If the row is longer than its container, the chosen option is scrolled to the middle.
  useEffect(() => {
    const track = list.current
    const chosen = track?.children[at]
    if (track && chosen) track.scrollLeft += middleOf(chosen) - middleOf(track)
  }, [at])
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = (at + (event.key === forward ? 1 : options.length - 1)) % options.length
    const option = options[next]
    if (!option) return
    onChange(option.value)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <Track ref={list} look={look} role={roles.list} aria-label={label} onKeyDown={move}>
      {options.map((option) => {
        const chosen = option.value === value
        return (
          <Choice
            key={option.value}
            type="button"
            role={roles.choice}
            {...{ [roles.state]: chosen }}
            aria-label={option.name}
            title={option.name}
            aria-controls={as === 'tabs' ? panelId : undefined}
            tabIndex={chosen ? 0 : -1}
            look={look}
            chosen={chosen}
            tone={option.tone ?? 'plain'}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </Choice>
        )
      })}
    </Track>
  )
}
