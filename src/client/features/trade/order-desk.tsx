import { createContext, type Dispatch, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import type { Order } from '#client/entities/order/orders.queries.ts'
import type { Intention } from '#client/lib/use-intention.ts'
import { ConfirmOrder } from './confirm-order.tsx'
import type { TakeLevel } from './depth.tsx'
import type { MarketPath } from './market-path.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import type { MarketRules, OrderFormAction } from './order-form.logic.ts'
import { type OrderFormState, useOrderForm } from './use-order-form.ts'
import { useOrderIntention } from './use-order-intention.ts'

interface Desk {
  readonly state: OrderFormState
  readonly intention: Intention<ConfirmedOrder, Order>
  /** Whether the sheet that holds the form on a phone is open. */
  readonly sheetOpen: boolean
}

/** Lets other parts of the page change the form. The two functions never change, so components that use them do not render with every key. */
interface DeskActions {
  readonly dispatch: Dispatch<OrderFormAction>
  readonly setSheetOpen: (open: boolean) => void
}

const DeskContext = createContext<Desk | undefined>(undefined)
const ActionsContext = createContext<DeskActions | undefined>(undefined)

type OrderDeskProps = { path: MarketPath; rules: MarketRules; children: ReactNode }

/**
 * Holds the form of a market and the order being placed above the layouts that show them, so that a change of the window's width mounts another
 * layout and loses nothing. Only components that read the desk render while the user types.
 */
export function OrderDesk({ path, rules, children }: OrderDeskProps) {
  const [sheetOpen, setSheetOpen] = useState(false)
  const state = useOrderForm(path, rules)
  const { dispatch } = state
  const intention = useOrderIntention(rules, () => {
    dispatch({ type: 'placed' })
    setSheetOpen(false)
  })
  const actions = useMemo(() => ({ dispatch, setSheetOpen }), [dispatch])
  return (
    <ActionsContext value={actions}>
      <DeskContext value={{ state, intention, sheetOpen }}>{children}</DeskContext>
      <ConfirmOrder path={path} intention={intention} />
    </ActionsContext>
  )
}

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('there is no desk around this')
  return desk
}

/** Puts a level of the book into the form. The function stays the same for as long as the page is mounted. */
export function useTakeLevel({ opensSheet }: { opensSheet: boolean }): TakeLevel {
  const { dispatch, setSheetOpen } = useDeskActions()
  return useCallback(
    (level) => {
      dispatch({ type: 'level', ...level })
      if (opensSheet) setSheetOpen(true)
    },
    [dispatch, setSheetOpen, opensSheet],
  )
}

export function useDeskActions(): DeskActions {
  const actions = use(ActionsContext)
  if (!actions) throw new Error('there is no desk around this')
  return actions
}
