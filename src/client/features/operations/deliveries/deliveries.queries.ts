import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getDeliverySettings, getOperatorsDeliveries, getUserDeliveries } from '#contract/operations-deliveries.ts'
import type { DeliveryState } from '#domain/delivery.ts'
import { answerOf, consolePages, consoleQuery } from '../operator.queries.ts'

export type OperatorsDelivery = Reply<typeof getOperatorsDeliveries>['content'][number]
export type DeliverySettings = Reply<typeof getDeliverySettings>['baseDTO']
export type Branch = DeliverySettings['branches'][number]

const AGAIN_MS = 10_000

export const operatorsDeliveriesQuery = (state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    ...consolePages(getOperatorsDeliveries, (before) => ({ query: { before, ...(state && { state }) } })),
    refetchInterval: AGAIN_MS,
  })

export const userDeliveriesQuery = (id: string) =>
  consolePages(getUserDeliveries, (before) => ({ params: { id }, query: { before } }))

export const deliverySettingsQuery = () => queryOptions({ ...consoleQuery(getDeliverySettings, {}), select: answerOf })
