import { Link, makeStyles, mergeClasses, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { FlowRegular } from '@fluentui/react-icons';
import { useState, type ReactElement } from 'react';
import { useFlow } from '../api/flows.ts';
import { useMe } from '../api/queries.ts';
import { useListedFlow } from '../api/retirement.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { hrefOf } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { Empty, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { definitionOf } from './definition.ts';
import { FlowEditor } from './FlowEditor.tsx';
import { keptNewFlow } from './newFlowDrafts.ts';
import { NotShown } from '../shell/NotShown.tsx';
import { usePageStyles } from '../shell/page.ts';
import { TemplateList } from './TemplateList.tsx';
import { definitionFrom, type Template } from './templates.ts';

/** The page for a new flow, from a template. */
export function NewFlowPage() {
  const text = useText();
  const { definitions } = useDrafts();
  // an unsaved definition is resumed, with the template that it was begun with
  const [keptAs] = useState(() => keptNewFlow(definitions));
  const [kept] = useState(() => (keptAs === null ? null : definitions.read(keptAs)));
  const [template, choose] = useState<Template | null>(kept ? 'question' : null);
  return (
    <AuthorPage title={text('title.newFlow')} href="#/flows" isBegun={template !== null}>
      {(mail) =>
        template === null ? (
          <TemplateList onChoose={choose} />
        ) : (
          <FlowEditor
            newest={null}
            keptAs={keptAs}
            original={kept?.original ?? JSON.stringify(definitionFrom(template, mail, text), null, 2)}
          />
        )
      }
    </AuthorPage>
  );
}

/** The page for editing a flow. */
export function EditFlowPage({ id }: { id: string }) {
  const text = useText();
  const { flow } = useListedFlow(id);
  const saved = useFlow(id, null, flow?.may.read ?? true);
  const isOpen = useOnceTrue(flow?.may.change === true && saved.data !== undefined);
  return (
    <AuthorPage
      title={text('title.editFlow')}
      href={hrefOf({ page: 'flow', id })}
      refusal={flow && !flow.may.change ? text(flow.retiredAt === null ? 'editor.notOwner' : 'editor.retired') : null}
      isOpen={isOpen}
    >
      {() =>
        saved.isPending ? (
          <Loading />
        ) : saved.data ? (
          <FlowEditor newest={saved.data} original={JSON.stringify(definitionOf(saved.data), null, 2)} />
        ) : (
          <NotShown
            icon={<FlowRegular />}
            title={text('flows.missing.title')}
            error={saved.error}
            onRetry={() => void saved.refetch()}
          />
        )
      }
    </AuthorPage>
  );
}

/** Whether this has ever been true while the component is shown. */
function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}

/** Wide, because a drawing beside a panel needs the room. */
const useStyles = makeStyles({ wide: { maxWidth: '1600px' } });

interface Props {
  title: string;
  href: string;
  /** Whether there is anything that could be left unsaved. */
  isBegun?: boolean;
  /** Why this author may not edit. */
  refusal?: string | null;
  /** The editor has been shown. It stays if the author may no longer save, so that what they typed can be copied. */
  isOpen?: boolean;
  /** @param mail the author's own address */
  children(mail: string): ReactElement;
}

function AuthorPage({ title, href, isBegun = true, refusal, isOpen = false, children }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const me = useMe();
  if (!me.data) return <Loading />;
  const { roles, email, userPrincipalName } = me.data;
  const words = roles.length === 0 ? text('editor.notAllowed') : refusal;
  const isShut = words && !isOpen;
  return (
    <div className={mergeClasses(page.page, isShut ? undefined : styles.wide)}>
      <Link href={isShut ? '#/flows' : href} className={page.back}>
        <BackArrow />
        {text(isShut || !isBegun ? 'title.flows' : 'editor.cancel')}
      </Link>
      {isShut ? (
        <Empty isPage icon={<FlowRegular />} title={words} />
      ) : (
        <>
          <h1 className={page.heading}>{title}</h1>
          {words && (
            <MessageBar intent="warning" layout="multiline">
              <MessageBarBody>{words}</MessageBarBody>
            </MessageBar>
          )}
          {children(email ?? userPrincipalName ?? '')}
        </>
      )}
    </div>
  );
}
