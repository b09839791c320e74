def pytest_report_teststatus(report):
    if report.when == "call" and "second" in report.nodeid:
        raise ValueError("plugin broke")
