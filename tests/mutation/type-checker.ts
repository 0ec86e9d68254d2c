import path from 'node:path';
import ts from 'typescript';

/**
 * Returns a function that checks the project as if `file` had this text: the file and those that
 * import it. It returns the first error, '' without errors, or undefined if the text is not code.
 */
export function createTypeChecker(root: string) {
  const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const changed = { name: '', text: '', version: 0 };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (name) => String(name === changed.name ? changed.version : 0),
    getScriptSnapshot: (name) =>
      ts.ScriptSnapshot.fromString(
        name === changed.name ? changed.text : (ts.sys.readFile(name) ?? ''),
      ),
  });

  return (file: string, text: string): string | undefined => {
    const name = path.join(root, file);
    Object.assign(changed, { name, text, version: changed.version + 1 });
    if (service.getSyntacticDiagnostics(name).length) return undefined;
    const importsFile = `/${path.basename(file)}'`;
    const importers = fileNames.filter((other) =>
      service.getProgram()?.getSourceFile(other)?.text.includes(importsFile),
    );
    for (const checked of [name, ...importers]) {
      const [error] = service.getSemanticDiagnostics(checked);
      if (error) return ts.flattenDiagnosticMessageText(error.messageText, ' ');
    }
    return '';
  };
}
