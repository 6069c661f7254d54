import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openOrderPagesQuery } from '#client/entities/order/orders.queries.ts'
import { useSession } from '#client/entities/session/session.ts'
import { storedChoice } from '#client/lib/stored-choice.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { isTyping, KeyLine } from '#client/ui/keys.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { useConnectionGate } from '#client/ui/toast-card.tsx'
import type { Side } from '#domain/order.ts'
import { CancelAllOrders } from './cancel-orders.tsx'
import { marketInfoQuery } from './market.queries.ts'
import { useDeskDispatch } from './order-desk.tsx'
import type { MarketRules } from './order-form.logic.ts'
import { focusOrderForm, ORDER_FORM_ID } from './order-form.tsx'

/** Whether keys may place and cancel orders. Stored on the device; off until the user turns it on. */
const orderKeys = storedChoice<'off' | 'on'>({ key: 'order-keys', names: { off: '', on: 'on' }, otherwise: 'off' })

/** The keys of the trade page, in the order of their list. */
const KEYS = {
  buy: ['B'],
  sell: ['S'],
  up: ['+', '='],
  down: ['-'],
  chart: ['C'],
  market: ['/'],
  list: ['?'],
  place: ['Enter'],
  cancelAll: ['X'],
} as const
type Action = keyof typeof KEYS
const ACTIONS = Object.keys(KEYS) as readonly Action[]
const isOfPrice = (action: Action | undefined) => action === 'up' || action === 'down'
const OF_ORDERS: readonly Action[] = ['place', 'cancelAll']

/** The action of a key. On a keyboard of another script a letter is known by its place. */
function actionOf({ key, code, shiftKey }: KeyboardEvent): Action | undefined {
  if (key === 'Enter') return shiftKey ? 'place' : undefined
  const isLatin = /^[ -~]$/.test(key)
  const pressed = isLatin ? key.toUpperCase() : code.replace(/^Key/, '')
  return ACTIONS.find((action) => KEYS[action].some((each) => each === pressed))
}

/** Presses a control elsewhere on the page; one that is not there now does nothing. */
function press(name: string): void {
  document
    .querySelector<HTMLElement>(`button[data-key=${name}], [data-key=${name}] button:not([aria-selected=true])`)
    ?.click()
}

type TradeKeysProps = { rules: MarketRules; listed: boolean; onList: (listed: boolean) => void }

/** The keys of the trade page and the sheet that lists them. They rest while a field is typed in or a sheet is open. */
export default function TradeKeys({ rules, listed, onList }: TradeKeysProps) {
  const dispatch = useDeskDispatch()
  const client = useQueryClient()
  const session = useSession()
  const isConnected = useConnectionGate()
  const [cancelling, setCancelling] = useState(false)
  // The question is asked by this key itself: the button may be behind another tab, and one order alone has none.
  const cancelAll = () => {
    const pages = client.getQueryData(openOrderPagesQuery(rules.symbol).queryKey)?.pages
    setCancelling(Boolean(session) && (!pages || pages.some(({ content }) => content.length > 0)))
  }
  const step = (by: 1 | -1) => {
    const last = client.getQueryData(marketInfoQuery(rules.symbol).queryKey)?.baseDTO.marketTradeInfo.lastPrice
    dispatch({ type: 'step', by, rules, from: last ?? '' })
  }
  const begin = (side: Side) => {
    dispatch({ type: 'side', side })
    focusOrderForm()
  }
  const act: Record<Action, () => void> = {
    buy: () => begin('BUY'),
    sell: () => begin('SELL'),
    up: () => step(1),
    down: () => step(-1),
    chart: () => press('chart'),
    market: () => press('market'),
    list: () => onList(true),
    place: () => document.querySelector<HTMLFormElement>(`#${ORDER_FORM_ID}`)?.requestSubmit(),
    cancelAll,
  }
  // No figure has a sign, so that the fields of the form leave the keys of the price free.
  const isFree = (action: Action | undefined, target: EventTarget | null) =>
    !isTyping(target) ||
    (isOfPrice(action) && target instanceof Element && target.closest(`#${ORDER_FORM_ID}`) !== null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const action = actionOf(event)
    if (!isFree(action, event.target) || document.querySelector('dialog[open]')) return
    if (!action || (OF_ORDERS.includes(action) && orderKeys.get() === 'off')) return
    event.preventDefault()
    if (!OF_ORDERS.includes(action) || isConnected()) act[action]()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      {listed && <KeysSheet onClose={() => onList(false)} />}
      {cancelling && <CancelAllOrders terms={{ market: rules.symbol }} onClose={() => setCancelling(false)} />}
    </>
  )
}

function KeysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('trade')
  const isOn = orderKeys.use() === 'on'
  return (
    <Sheet open title={t('keys.title')} onClose={onClose}>
      <chakra.dl display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="2" fontSize="sm">
        {ACTIONS.map((action) => (
          <KeyLine key={action} keys={[...(action === 'place' ? ['Shift'] : []), KEYS[action][0]]}>
            {t(`keys.${action}`)}
          </KeyLine>
        ))}
      </chakra.dl>
      <chakra.div paddingTop="4">
        <Checkbox checked={isOn} onChange={(checked) => orderKeys.set(checked ? 'on' : 'off')}>
          {t('keys.orders')}
        </Checkbox>
      </chakra.div>
    </Sheet>
  )
}
