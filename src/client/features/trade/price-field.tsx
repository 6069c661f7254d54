import { chakra } from '@chakra-ui/react'
import { ChevronDown, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { priceDecimals } from '#domain/market.ts'
import { DenseField, NARROW_FORM } from './dense-field.tsx'
import type { MarketPath } from './market-path.ts'
import { isSuggested } from './order-form.logic.ts'
import { MARKET_PRICES, type OrderFormState, useMarketPrices } from './use-order-form.ts'

/** Of the price of an order that has several. */
export type PriceWords = { label?: string; hint?: string }

type PriceFieldProps = PriceWords & { path: MarketPath; state: OrderFormState; problem: string | undefined }

/** The price, with a button for a tick more and one for a tick less, and with the prices of the market. */
export function PriceField({ path, state, problem, label, hint }: PriceFieldProps) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const language = useLanguage()
  const { form, facts, dispatch } = state
  const { rules } = facts
  const priceOf = useMarketPrices(rules)
  const take = (price: string | undefined) => price !== undefined && dispatch({ type: 'price', text: price })
  const step = (by: number) => {
    setIsStepped(true)
    dispatch({ type: 'step', by, rules, from: priceOf('last') ?? '' })
  }
  const [isStepped, setIsStepped] = useState(false)
  const replacing = useReplacing()
  const chips = MARKET_PRICES.map((which) => ({ which, name: t(`form.at.${which}`) }))
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1">
      <chakra.div css={STEPPABLE} onKeyDown={(event) => stepByKey(event, step)} {...(isSuggested(form) && replacing)}>
        <DenseField beside>
          <DecimalField
            label={label ?? t('form.price')}
            name="unitPrice"
            decimals={priceDecimals(rules)}
            value={form.price}
            onChange={(text) => {
              setIsStepped(false)
              dispatch({ type: 'price', text })
            }}
            problem={problem}
            hint={hint}
            aside={unitOf(path.tradeTo)}
          />
        </DenseField>
        <HoldButton label={t('form.down')} icon={<Minus size={18} aria-hidden="true" />} onStep={(by) => step(-by)} />
        <Menu>
          <span aria-hidden="true">{t('form.at.short')}</span>
          <ChevronDown size={14} aria-hidden="true" />
          <select
            aria-label={t('form.at.label')}
            value=""
            onChange={({ currentTarget: { value } }) =>
              take(priceOf(MARKET_PRICES.find((which) => which === value) ?? 'last'))
            }
          >
            <option value="">{t('form.at.label')}</option>
            {chips.map(({ which, name }) => (
              <option key={which} value={which}>
                {name}
              </option>
            ))}
          </select>
        </Menu>
        <HoldButton label={t('form.up')} icon={<Plus size={18} aria-hidden="true" />} onStep={step} />
      </chakra.div>
      {/* A field says what is typed into it, but not what a key or a button has made of it. */}
      <chakra.span aria-live="polite" srOnly>
        {isStepped && form.price !== '' ? amountInSentence(form.price, language, { unit: unitOf(path.tradeTo) }) : ''}
      </chakra.span>
      <Chips role="group" aria-label={t('form.at.label')}>
        {chips.map(({ which, name }) => (
          <button key={which} type="button" onClick={() => take(priceOf(which))}>
            {name}
          </button>
        ))}
      </Chips>
    </chakra.div>
  )
}

/** A field that gets the focus is selected, so that what is typed replaces it. The press that gave the focus has then set the caret, and selects again. */
function useReplacing() {
  const isFirst = useRef(false)
  const select = ({ target }: { target: EventTarget }) => target instanceof HTMLInputElement && target.select()
  return {
    onFocus: (event: { target: EventTarget }) => {
      isFirst.current = true
      select(event)
    },
    onClick: (event: { target: EventTarget }) => {
      if (isFirst.current) select(event)
      isFirst.current = false
    },
  }
}

function stepByKey(event: KeyboardEvent, step: (by: number) => void): void {
  const by = STEPS_OF_KEYS[event.key]
  if (by === undefined || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  step(by)
}

/** Ticks that a key of the field moves the price by. */
const STEPS_OF_KEYS: Readonly<Record<string, number | undefined>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
}

/** The buttons are inside the box at its end; in a narrow form they have a row of their own, with the prices of the market as a menu. */
const STEPPABLE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  '& > [data-price]': { gridColumn: '1 / -1', gridRow: '1' },
  '& > button': { gridRow: '1', zIndex: '1', height: '3.25rem' },
  '& > button:first-of-type': { gridColumn: '2' },
  '& > button:last-of-type': { gridColumn: '3' },
  // The label and the unit stay beside each other, away from the buttons.
  '& [data-price] > div > div > div:first-of-type': { justifyContent: 'flex-start' },
  [NARROW_FORM]: {
    gridTemplateColumns: '2.75rem minmax(0, 1fr) 2.75rem',
    gap: '1',
    '& > button': {
      gridRow: '2',
      height: 'tap',
      borderWidth: '1px',
      borderColor: 'line',
      '&:first-of-type': { gridColumn: '1' },
      '&:last-of-type': { gridColumn: '3' },
    },
    '& [data-price] > div > div > div:first-of-type': { justifyContent: 'space-between' },
  },
} as const

/** A picker of the browser behind a short button. */
const Menu = chakra('div', {
  base: {
    position: 'relative',
    display: 'none',
    gridColumn: '2',
    gridRow: '2',
    alignItems: 'center',
    justifyContent: 'center',
    fontSize: 'xs',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'md',
    color: 'gold',
    '&:has(:focus-visible)': { borderColor: 'gold' },
    '& select': {
      position: 'absolute',
      inset: '0',
      width: 'full',
      minHeight: 'tap',
      opacity: '0',
      fontSize: 'md',
      cursor: 'pointer',
    },
    '& option': { bg: 'surface', color: 'fg' },
    [NARROW_FORM]: { display: 'flex' },
  },
})

const Chips = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'gold',
    whiteSpace: 'nowrap',
    '& button': { minHeight: { base: 'tap', lg: '1.75rem' }, minWidth: 'tap', _hover: { textDecoration: 'underline' } },
    [NARROW_FORM]: { display: 'none' },
  },
})

/** The first repeat, and the intervals between the next: from a slow one to a fast one. */
const HOLD_MS = 400
const REPEAT_MS = { first: 160, last: 40 }
/** From this repeat on, a repeat makes ten steps. */
const TENS_AFTER = 25

type HoldButtonProps = { label: string; icon: ReactNode; onStep: (by: number) => void }

/** Steps once when pressed, and again and again, faster with time, while it is held. */
function HoldButton({ label, icon, onStep }: HoldButtonProps) {
  const hold = useHold(onStep)
  return (
    <StepButton type="button" aria-label={label} title={label} {...hold}>
      {icon}
    </StepButton>
  )
}

const StepButton = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: 'tap',
    height: 'tap',
    color: 'fg.muted',
    userSelect: 'none',
    touchAction: 'manipulation',
    borderRadius: 'md',
    _hover: { bg: 'hover', color: 'fg' },
  },
})

function useHold(onStep: (by: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const repeats = useRef(0)
  // A repeat steps from the price of the last render.
  const step = useRef(onStep)
  useEffect(() => {
    step.current = onStep
  })
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const repeat = () => {
    repeats.current += 1
    step.current(repeats.current > TENS_AFTER ? 10 : 1)
    timer.current = setTimeout(repeat, Math.max(REPEAT_MS.last, REPEAT_MS.first - 8 * repeats.current))
  }
  return {
    onPointerDown: ({ button }: { button: number }) => {
      stop()
      repeats.current = 0
      if (button === 0) timer.current = setTimeout(repeat, HOLD_MS)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onBlur: stop,
    // A long press of a finger otherwise opens the browser's menu.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      stop()
      if (repeats.current === 0) step.current(1)
      repeats.current = 0
    },
  }
}
