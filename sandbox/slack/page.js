// The script of the workspace page: sends the reader's actions to the server and shows changes.
const pane = document.querySelector('main');
const as = pane.dataset.as;

const DATES = {
  date_num: { year: 'numeric', month: '2-digit', day: '2-digit' },
  date: { year: 'numeric', month: 'long', day: 'numeric' },
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  time_secs: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
};
const DAY_MS = 24 * 60 * 60 * 1000;
const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** One token of Slack's date formats, in the time zone of this browser. */
function dateToken(token, date) {
  const days = Math.round((midnight(date) - midnight(new Date())) / DAY_MS);
  const near = { 0: 'today', 1: 'tomorrow', [-1]: 'yesterday' }[days];
  if (token.endsWith('_pretty')) return near ?? dateToken(token.slice(0, -'_pretty'.length), date);
  return DATES[token] ? new Intl.DateTimeFormat(undefined, DATES[token]).format(date) : `{${token}}`;
}

function showTimes(root) {
  for (const time of root.querySelectorAll('time[data-format]')) {
    const date = new Date(time.dateTime);
    time.textContent = time.dataset.format.replace(/\{(\w+)\}/g, (_all, token) => dateToken(token, date));
    time.title = date.toLocaleString();
  }
}

const dialog = () => document.querySelector('dialog');

function complain(problem) {
  const place = dialog()?.querySelector('.toast') ?? document.querySelector('#toast');
  place.textContent = problem ?? '';
  place.hidden = !problem;
}

async function tell(what, body) {
  try {
    const response = await fetch(what, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ as, ...body }),
    });
    const attempt = await response.json();
    complain(attempt.problem);
    return attempt;
  } catch {
    complain('The sandbox has stopped. Start it again with npm run sandbox:slack.');
    return {};
  }
}

const pad = (number) => String(number).padStart(2, '0');
const localTime = (date) =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;

/** The field values by name; moments in UTC. */
function fieldsOf(form) {
  const fields = {};
  for (const [name, value] of form ? new FormData(form) : []) {
    const isMoment = form.elements[name]?.type === 'datetime-local' && value;
    (fields[name] ??= []).push(isMoment ? new Date(value).toISOString().slice(0, 16) : value);
  }
  return fields;
}

/** Keeps typed text in fields that still exist. */
function restore(form, fields) {
  for (const control of form.elements) {
    const values = fields[control.dataset.files ?? control.name];
    if (control.dataset.files) {
      holdFiles(control, values ?? []);
      continue;
    }
    if (control.type === 'radio' || control.type === 'checkbox') {
      if (values) control.checked = values.includes(control.value);
    } else if (values) {
      const isMoment = control.type === 'datetime-local' && values[0];
      control.value = isMoment ? localTime(new Date(`${values[0]}Z`)) : values[0];
    }
  }
}

function showErrors(form, errors = {}) {
  for (const field of form.querySelectorAll('[data-field]')) {
    const error = errors[field.dataset.field];
    const place = field.querySelector('.error');
    field.classList.toggle('is-wrong', Boolean(error));
    place.textContent = error ?? '';
    place.hidden = !error;
    const controls = field.querySelectorAll('input, select, textarea');
    for (const control of controls) control.toggleAttribute('aria-invalid', Boolean(error));
  }
  const first = form.querySelector('.is-wrong');
  first?.querySelector('input, select, textarea')?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'nearest' });
}

/** Uploads each file when chosen; the form contains their ids. */
function wireFiles(form) {
  for (const control of form.querySelectorAll('input[data-files]'))
    control.addEventListener('change', async () => {
      const ids = [];
      for (const file of control.files) {
        const where = new URLSearchParams({ name: file.name, type: file.type });
        const headers = { 'content-type': 'application/octet-stream' };
        const response = await fetch(`/files?${where}`, { method: 'POST', headers, body: file });
        ids.push((await response.json()).id);
      }
      holdFiles(control, ids);
    });
}

function holdFiles(control, ids) {
  const held = ids.map((id) =>
    Object.assign(document.createElement('input'), { type: 'hidden', name: control.dataset.files, value: id }),
  );
  control.nextElementSibling.replaceChildren(...held);
}

function wireModal() {
  const opened = dialog();
  if (!opened) return;
  const form = opened.querySelector('form');
  wireFiles(form);
  const close = () => void tell('/close', { viewId: opened.dataset.view }).then(refresh);
  for (const moment of form.querySelectorAll('input[type=datetime-local]'))
    if (moment.value) moment.value = localTime(new Date(`${moment.value}Z`));
  opened.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  opened.querySelector('[data-close]').addEventListener('click', close);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('[data-submit]');
    if (!button || button.hasAttribute('aria-busy')) return;
    button.setAttribute('aria-busy', 'true');
    const { errors } = await tell('/submit', { viewId: opened.dataset.view, fields: fieldsOf(form) });
    button.removeAttribute('aria-busy');
    showErrors(form, errors);
    await refresh();
  });
  opened.showModal();
}

function showModal(next) {
  const [old, fresh] = [dialog(), next.querySelector('dialog')];
  if (old?.dataset.view === fresh?.dataset.view && old?.dataset.hash === fresh?.dataset.hash) return;
  const typed = old && old.dataset.view === fresh?.dataset.view ? fieldsOf(old.querySelector('form')) : {};
  old?.close();
  document.querySelector('#modal').replaceWith(next);
  wireModal();
  if (dialog()) restore(dialog().querySelector('form'), typed);
}

function swap(id, page) {
  const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
  showTimes(fresh);
  if (old.innerHTML === fresh.innerHTML) return false;
  old.replaceWith(fresh);
  return true;
}

let latest = 0;

async function refresh() {
  const mine = ++latest;
  const response = await fetch(location.href).catch(() => null);
  if (!response || mine !== latest) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (mine !== latest) return;
  swap('people', page);
  const before = document.getElementById('content');
  const isAtEnd = before.scrollHeight - before.scrollTop - before.clientHeight < 80;
  if (swap('content', page) && isAtEnd) scrollToEnd();
  showTimes(page);
  showModal(page.getElementById('modal'));
}

function scrollToEnd() {
  const content = document.getElementById('content');
  if (pane.dataset.tab === 'messages') content.scrollTop = content.scrollHeight;
}

document.addEventListener('click', async (event) => {
  const pressed = event.target.closest('[data-press]');
  if (!pressed || pressed.hasAttribute('aria-busy')) return;
  const { block, action, ts, view, confirm: question } = pressed.dataset;
  if (question && !confirm(question)) return event.preventDefault();
  pressed.setAttribute('aria-busy', 'true');
  const fields = view ? fieldsOf(pressed.closest('form')) : undefined;
  await tell('/press', { blockId: block, actionId: action, ts, viewId: view, fields });
  pressed.removeAttribute('aria-busy');
  await refresh();
});

document.querySelector('#say')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const [text] = event.target.elements;
  const said = text.value;
  text.value = '';
  await tell('/say', { text: said });
  await refresh();
});

showTimes(document);
scrollToEnd();
wireModal();
if (pane.dataset.tab === 'home') void tell('/home', {}).then(refresh);
const live = new EventSource('/live');
live.addEventListener('changed', () => void refresh());
live.addEventListener('open', () => void refresh());
