import { useQuery } from '@tanstack/react-query'
import { getExchangeInfo } from '#contract/exchange-info.ts'
import { HOUR_MS } from './durations.ts'
import { endpointQuery } from './endpoint-query.ts'
import { useLanguage } from './locale.ts'

/** The contact details of the exchange in the language of the page; `undefined` until they are loaded. */
export function useExchangeInfo() {
  const language = useLanguage()
  const { data } = useQuery({ ...endpointQuery(getExchangeInfo, {}), staleTime: HOUR_MS })
  return data?.content.find((each) => each.language === language)
}
