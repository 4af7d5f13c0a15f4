import { useRouter } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { type Session, useSession } from '#platform/web/session.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader, productName } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { useUrlSearch } from '#platform/web/url.ts'
import { usePublished } from '../client.ts'
import { Answers } from '../parts/answers.tsx'
import { SearchBar } from '../parts/search-field.tsx'
import { productFaq } from '../rules.product.ts'
import { type Category, searchFaq } from '../rules.ts'

/** The page has no sidebar: links back to the previous page, or to the user's home page. */
const WayBack = ({ session }: { session: Session | null | undefined }) => {
  const { history } = useRouter()
  const icon = <ArrowLeft aria-hidden />
  if (session && history.canGoBack())
    return (
      <Button icon={icon} onClick={() => history.back()}>
        Back
      </Button>
    )
  const home = session?.officer?.role === 'admin' ? paths.adminDashboard() : paths.officerDashboard()
  if (session)
    return (
      <ButtonLink to={session.officer ? home : paths.app()} icon={icon}>
        Go to your dashboard
      </ButtonLink>
    )
  return session === null ? <ButtonLink to={paths.app()}>Sign In</ButtonLink> : null
}

const Contents = ({ categories }: { categories: readonly Category[] }) => (
  <nav
    aria-label="Categories"
    className="no-print -mx-4 mb-6 flex gap-x-5 overflow-x-auto px-4 md:mx-0 md:flex-wrap md:px-0"
  >
    {categories.map((category) => (
      <a
        key={category.id}
        href={`#about-${category.id}`}
        className="flex min-h-11 items-center whitespace-nowrap text-brand-ink underline decoration-brand-line underline-offset-3 hover:decoration-2 md:min-h-8"
      >
        {category.name}
      </a>
    ))}
  </nav>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mb-10">
    <h2 className="mb-3 text-lead font-semibold wrap-anywhere">{title}</h2>
    {children}
  </section>
)

/** The department's own answers, for its members; the page is complete without them. */
const useOwn = (session: Session | null | undefined) => {
  const read = usePublished(session?.officer?.approved === true)
  const refused = read.error !== null && read.error.status >= 400 && read.error.status < 500
  return {
    own: read.data?.categories ?? [],
    waits: read.isLoading,
    failed: read.error !== null && !refused,
    again: () => void read.refetch(),
  }
}

const Unread = ({ again }: { again: () => void }) => (
  <Notice
    tone="warn"
    title="Your department's answers couldn't be loaded"
    action={
      <Button size="small" onClick={again}>
        Try Again
      </Button>
    }
  />
)

const foundWords = (count: number): string => (count === 1 ? '1 answer found' : `${count} answers found`)

const FaqScreen = () => {
  const { session } = useSession()
  const { typed: search, setTyped: setSearch } = useUrlSearch()
  const { own, waits, failed, again } = useOwn(session)
  const mine = searchFaq(own, search)
  const products = searchFaq(productFaq(productName()), search)
  const found = [...mine, ...products]
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="FAQ"
        hint={`Answers about ${productName()}${own.length > 0 ? ", with your department's first" : ''}.`}
        actions={<WayBack session={session} />}
      />
      <SearchBar
        label="Search the FAQ"
        placeholder="Check-in, call-off, password"
        value={search}
        onType={setSearch}
        className="w-full"
      />
      <p role="status" className="sr-only">
        {search ? foundWords(found.reduce((sum, category) => sum + category.entries.length, 0)) : ''}
      </p>
      {found.length > 1 && <Contents categories={found} />}
      {waits && <ListSkeleton rows={3} />}
      {failed && <Unread again={again} />}
      {mine.length > 0 && (
        <Part title={`From ${session?.organization?.name ?? 'your department'}`}>
          <Answers categories={mine} />
        </Part>
      )}
      {products.length > 0 && (
        <Part title={`About ${productName()}`}>
          <Answers categories={products} />
        </Part>
      )}
      {found.length === 0 && (
        <EmptyState
          title={`No results for "${search}"`}
          text={`Try other words, or ask ${session?.officer?.role === 'admin' ? `${productName()} support` : 'an admin in your department'}.`}
          action={<Button onClick={() => setSearch('')}>Show all answers</Button>}
        />
      )}
    </div>
  )
}
export default FaqScreen
