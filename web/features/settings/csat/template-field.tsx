import { Anchor, Select, Text } from '@mantine/core'
import type { SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Template as TemplateResource } from '#channels/templates/schema.ts'
import { isRatingTemplate } from '#shared/is-rating-template.ts'
import type { PriceList, PriceListDetail } from '#pricing/schema.ts'
import { api } from '../../../lib/api.ts'
import { useMoney } from '../../../lib/use-money.ts'
import type { Wire } from '../../../lib/wire.ts'

type Template = Wire<TemplateResource>
type Page<Row> = { data: Row[] }

/** The field that chooses the template outside of the customer service window, and what a question by it costs. */
export function TemplateField({ scale, ...field }: SelectProps & { scale: number }) {
  const t = useTranslations('settings.csat')
  const { data } = useQuery({
    queryKey: ['templates', 'approved'],
    queryFn: ({ signal }) =>
      api.get<Page<Template>>('/api/v1/templates', { status: 'APPROVED', limit: 100 }, signal),
  })
  const usable = data?.data.filter(({ components }) => isRatingTemplate(components, scale)) ?? []
  const names = [...new Set(usable.map(({ name }) => name))]
  const chosen = usable.find(({ name }) => name === field.value)
  return (
    <div>
      <Select
        label={t('template')}
        description={t('templateHint', { count: scale })}
        placeholder={t('noTemplate')}
        nothingFoundMessage={t('noTemplates')}
        data={names}
        clearable
        {...field}
      />
      {chosen && <TemplateCost category={chosen.category ?? 'UTILITY'} />}
    </div>
  )
}

/** Shows what one message of a category costs, by the price list that is valid now. */
function TemplateCost({ category }: { category: string }) {
  const t = useTranslations('settings.csat')
  const tCosts = useTranslations('reports.costs.categories')
  const money = useMoney()
  const { data: prices } = useQuery({
    queryKey: ['price-lists', 'current'],
    queryFn: async ({ signal }) => {
      const lists = await api.get<Page<Wire<PriceList>>>('/api/v1/price-lists', {}, signal)
      const now = new Date().toISOString()
      const current = lists.data.find(({ valid_from: from }) => from <= now)
      if (!current) return null
      return api.get<Wire<PriceListDetail>>(`/api/v1/price-lists/${current.id}`, {}, signal)
    },
  })
  const name = category.toLowerCase()
  const amounts =
    prices?.markets
      .flatMap((market) => market.prices[name] ?? [])
      .toSorted((a, b) => Number(a) - Number(b)) ?? []
  const [least, most] = [amounts[0], amounts.at(-1)]
  const show = (amount: string) =>
    money({ amount, currency: prices?.currency ?? 'USD' }, { isExact: true })
  return (
    <Text size="sm" mt={4}>
      {t('cost', { category: name === 'marketing' ? tCosts('marketing') : tCosts('utility') })}{' '}
      {least !== undefined && most !== undefined ? (
        t('costFrom', { least: show(least), most: show(most) })
      ) : (
        <>
          {t('costUnknown')}{' '}
          <Anchor component={Link} to="/settings/prices" inherit>
            {t('openPrices')}
          </Anchor>
        </>
      )}
    </Text>
  )
}
