import { useTranslation } from 'react-i18next'
import { hasTag } from '#domain/tags.ts'

/** The name that a network gives to its tags, as wallets show it. */
export function useTagName(): (network: string) => string {
  const { t } = useTranslation('ui')
  return (network) => t(hasTag(network) ? `tag.${network}` : 'tag.other')
}
