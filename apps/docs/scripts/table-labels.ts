import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';

type Plugin = Extract<NonNullable<SatteriProcessorOptions['hastPlugins']>[number], { element?: unknown }>;
type Visit = Extract<NonNullable<Plugin['element']>, { visit: unknown }>['visit'];
type Element = Parameters<Visit>[0];

/**
 * Gives each cell of a table the words above its column, as `data-label`: in a narrow column the cells of a row
 * stand below each other and say what they are, see `site.css`.
 */
export const tableLabels: Plugin = {
  name: 'table-labels',
  element: {
    filter: ['table'],
    visit(table, context) {
      const [head, ...rows] = elementsIn(table).flatMap(elementsIn);
      const labels = head ? elementsIn(head).map((cell) => context.textContent(cell).trim()) : [];
      for (const row of rows)
        for (const [column, cell] of elementsIn(row).entries())
          if (labels[column]) context.setProperty(cell, 'data-label', labels[column]);
    },
  },
};

const elementsIn = (element: Element): Element[] => element.children.filter((child) => child.type === 'element');
