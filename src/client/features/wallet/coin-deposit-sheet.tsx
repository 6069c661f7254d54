import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useTagName } from '#client/entities/withdrawal/use-tag-name.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import type { getDeposits } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { coinDepositsQuery, walletAddressQuery } from './coin-deposit.queries.ts'

interface CoinDepositSheetProps {
  readonly coin: string
  readonly networks: readonly string[]
  readonly onClose: () => void
}

/** The network first, then the user's own address on it, and what is on its way there. */
export default function CoinDepositSheet({ coin, networks, onClose }: CoinDepositSheetProps): ReactNode {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  const [chosen, setChosen] = useState(networks.length === 1 ? (networks[0] ?? '') : '')
  return (
    <Sheet open title={t('coinDeposit.title', { name: nameOf(coin) })} onClose={onClose}>
      <chakra.div display="grid" gap="4">
        <SelectField
          label={t('coinDeposit.network')}
          name="network"
          hint={networks.length > 1 ? t('coinDeposit.networkHint') : undefined}
          value={chosen}
          options={[
            ...(chosen === '' ? [{ value: '', label: t('coinDeposit.choose') }] : []),
            ...networks.map((value) => ({ value, label: value })),
          ]}
          onChange={setChosen}
        />
        {chosen !== '' && <OwnAddress coin={coin} network={chosen} />}
        <Incoming coin={coin} />
      </chakra.div>
    </Sheet>
  )
}

function OwnAddress({ coin, network }: { coin: string; network: string }) {
  const { t } = useTranslation('wallet')
  const { nameOf, unitOf } = useCoins()
  const language = useLanguage()
  const query = useQuery(walletAddressQuery(coin, network))
  return (
    <QueryView query={query} data={query.data} rows={3}>
      {({ address, tag, qrCode, minAmount, confirmations }) => (
        <chakra.div display="grid" gap="4" justifyItems="center">
          <chakra.img
            src={`data:image/png;base64,${qrCode}`}
            alt={t('coinDeposit.qr', { name: nameOf(coin), network })}
            width="11rem"
            height="11rem"
            borderRadius="md"
            bg="white"
          />
          <Whole text={address} />
          <CopyButton text={address} label={t('coinDeposit.copy')} />
          {tag !== null && <OwnTag network={network} tag={tag} />}
          <chakra.div width="full">
            <Notice tone="warning">{t('coinDeposit.warning', { name: nameOf(coin), network })}</Notice>
            <FactList
              facts={[
                { label: t('coinDeposit.min'), value: <DecimalText value={minAmount} unit={unitOf(coin)} /> },
                {
                  label: t('coinDeposit.depth'),
                  value: showDecimal(String(confirmations), language),
                },
              ]}
            />
          </chakra.div>
        </chakra.div>
      )}
    </QueryView>
  )
}

/** The tag without which a deposit names no user. */
function OwnTag({ network, tag }: { network: string; tag: string }) {
  const { t } = useTranslation('wallet')
  const name = useTagName()(network)
  return (
    <>
      <chakra.div width="full">
        <Notice tone="warning">{t('coinDeposit.tag.warning', { name })}</Notice>
      </chakra.div>
      <chakra.div textAlign="center">
        <chakra.p fontSize="sm" color="fg.muted">
          {name}
        </chakra.p>
        <Whole text={tag} />
      </chakra.div>
      <CopyButton text={tag} label={t('coinDeposit.tag.copy', { name })} />
    </>
  )
}

/** A text that is copied as a whole. */
function Whole({ text }: { text: string }) {
  return (
    <chakra.p
      dir="ltr"
      fontWeight="semibold"
      textAlign="center"
      overflowWrap="anywhere"
      textWrap="balance"
      userSelect="all"
    >
      {text}
    </chakra.p>
  )
}

type CoinDeposit = Reply<typeof getDeposits>['content'][number]

/** The deposits of this coin, the newest first, with how deep each is. */
function Incoming({ coin }: { coin: string }) {
  const { t } = useTranslation('wallet')
  const { unitOf } = useCoins()
  const { data: deposits = [] } = useQuery(coinDepositsQuery(coin))
  const stateOf = useStateOf()
  if (deposits.length === 0) return null
  return (
    <section>
      <chakra.h3 fontWeight="bold" marginBottom="2">
        {t('coinDeposit.list')}
      </chakra.h3>
      <chakra.ul listStyleType="none">
        {deposits.map((deposit) => (
          <chakra.li
            key={deposit.id}
            display="flex"
            flexWrap="wrap"
            justifyContent="space-between"
            gap="2"
            paddingBlock="2"
            borderTopWidth="1px"
            borderColor="line"
            fontSize="sm"
          >
            <span>
              <DecimalText value={deposit.amount} unit={unitOf(deposit.relatedCoin)} />
              <chakra.span display="block" fontSize="xs" color="fg.muted">
                <DateText at={deposit.createdAtDateTime} />
              </chakra.span>
            </span>
            <chakra.span fontWeight="semibold" textAlign="end">
              {stateOf(deposit)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </section>
  )
}

function useStateOf(): (deposit: CoinDeposit) => string {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const count = (figure = 0) => showDecimal(String(figure), language)
  return ({ isDone, notCredited, confirmations, confirmationsNeeded }) => {
    if (isDone) return t('coinDeposit.state.CREDITED')
    if (notCredited) return t(`coinDeposit.state.${notCredited}`)
    return t('coinDeposit.state.PENDING', { now: count(confirmations), needed: count(confirmationsNeeded) })
  }
}
